// What this browser stores. Some browsers store nothing: then it lasts as long as the page.

const memory = new Map<string, string>();

export function recall<T>(key: string, otherwise: T): T {
  let text: string | null = memory.get(key) ?? null;
  try {
    text = localStorage.getItem(`elgrande.${key}`) ?? text;
  } catch {
    // Storage is not allowed; what was kept in memory counts.
  }
  if (text === null) return otherwise;
  try {
    return JSON.parse(text) as T;
  } catch {
    return otherwise;
  }
}

export function keep(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(`elgrande.${key}`, text);
  } catch {
    // As above.
  }
}
