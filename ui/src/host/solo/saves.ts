// What the browser keeps for the game: texts by key, in IndexedDB. Used by the worker.

const NAME = "elgrande";
const STORE = "saves";

export interface Saves {
  all(): Promise<Map<string, string>>;
  /** Keep a text; null removes what is there. */
  keep(key: string, text: string | null): Promise<void>;
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error("IndexedDB refused."));
  });

/** The saves of this browser; it throws where storage is not allowed. */
export async function openSaves(): Promise<Saves> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await settled(opening);
  const store = (mode: IDBTransactionMode): IDBObjectStore =>
    database.transaction(STORE, mode).objectStore(STORE);
  return {
    async all() {
      const from = store("readonly");
      const [keys, texts] = await Promise.all([settled(from.getAllKeys()), settled(from.getAll())]);
      return new Map(keys.map((key, n) => [key as string, texts[n] as string]));
    },
    async keep(key, text) {
      const to = store("readwrite");
      if (text === null) await settled(to.delete(key));
      else await settled(to.put(text, key));
    },
  };
}
