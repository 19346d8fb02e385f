// The player's data: texts by key in IndexedDB. Without it (a private window, say) everything lasts as long as the page.

/** @type {IDBDatabase | null} */ let database = null;

/** @param {IDBRequest} request @returns {Promise<any>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** All texts that were kept. @returns {Promise<{texts: Record<string, string>, kept: boolean}>} */
export async function readTexts() {
  try {
    const opening = indexedDB.open("cassetete", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("texts");
    database = await done(opening);
    /** @type {any} */ (database).onversionchange = () => database?.close();
    const store = /** @type {IDBDatabase} */ (database).transaction("texts").objectStore("texts");
    const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    return { texts: Object.fromEntries(keys.map((/** @type {string} */ key, /** @type {number} */ at) => [key, values[at]])), kept: true };
  } catch {
    return { texts: {}, kept: false };
  }
}

/** Keep texts, all or none; null deletes one. @param {Record<string, string | null>} rows @returns {Promise<boolean>} */
export function writeTexts(rows) {
  return new Promise((resolve) => {
    if (!database) {
      resolve(false);
      return;
    }
    try {
      const transaction = database.transaction("texts", "readwrite", { durability: "strict" });
      const store = transaction.objectStore("texts");
      for (const [key, text] of Object.entries(rows)) text === null ? store.delete(key) : store.put(text, key);
      transaction.oncomplete = () => resolve(true);
      transaction.onerror = transaction.onabort = () => resolve(false);
    } catch {
      resolve(false);
    }
  });
}

/** Ask the browser not to throw the data away. */
export function persist() {
  navigator.storage?.persist?.().catch(() => false);
}
