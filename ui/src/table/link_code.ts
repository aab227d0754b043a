// A link as a code for a phone's camera. It is made here and not by the server, because the link
// holds a secret that the server does not keep; lean-qr is loaded when a code is wanted.

export interface Code {
  /** Modules on a side. */
  size: number;
  /** The dark modules, as the path of a drawing. */
  path: string;
}

export async function codeOf(text: string): Promise<Code> {
  const { generate } = await import("lean-qr");
  const made = generate(text);
  let path = "";
  for (let y = 0; y < made.size; y += 1) {
    for (let x = 0; x < made.size; x += 1) if (made.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
  }
  return { size: made.size, path };
}
