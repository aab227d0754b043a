// Whether the deal is the one that was sealed before the game: SHA-256 of "salt:seed".

/** True or false; null in a browser that cannot check (no secure page, no crypto). */
export async function isSealed(seed: string, salt: string, seal: string): Promise<boolean | null> {
  if (!globalThis.crypto?.subtle) return null;
  const text = new TextEncoder().encode(`${salt}:${seed}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex === seal;
}
