/** The database itself, as another version of this library or another page might use it. */
export function raw(
  name: string,
  version?: number,
  upgrade: (database: IDBDatabase, transaction: IDBTransaction) => void = () => {},
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => upgrade(request.result, request.transaction!);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error!);
  });
}

/** Writes into the one store whatever it is given. */
export async function putRaw(name: string, value: unknown): Promise<void> {
  const database = await raw(name);
  const writing = database.transaction('records', 'readwrite');
  writing.objectStore('records').put(value);
  await new Promise((resolve, reject) => {
    writing.oncomplete = resolve;
    writing.onabort = () => reject(writing.error!);
  });
  database.close();
}
