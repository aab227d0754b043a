// Loading the parts of the game with a count of what has come.

const counts = new Map<string, { come: number; wanted: number }>();

/** A file, while `progress` hears how much of all files has come, from 0 to 1. */
export async function fetchPart(
  address: URL,
  progress: (part: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(`${address.pathname}: ${response.status}`);
  const count = { come: 0, wanted: Number(response.headers.get("content-length") ?? 0) };
  counts.set(address.pathname, count);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    count.come += value.length;
    progress(partOfAll());
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

function partOfAll(): number {
  let come = 0;
  let wanted = 0;
  for (const count of counts.values()) {
    come += count.come;
    wanted += Math.max(count.wanted, count.come);
  }
  return wanted ? come / wanted : 0;
}

/** Packed WebAssembly as if a host had sent it unpacked. */
export function unpack(packed: Uint8Array<ArrayBuffer>): Response {
  const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain, { headers: { "content-type": "application/wasm" } });
}
