// The service worker: keeps every file of one version of the page, so that it works without a server.
const worker = /** @type {any} */ (self);
const VERSION = new URL(self.location.href).searchParams.get("v") ?? "0";
const NAME = `cassetete-${VERSION}`;
const HASHES = "precache.json";

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "take over") worker.skipWaiting();
});

async function install() {
  const list = await (await fetch(HASHES, { cache: "no-store" })).json();
  const cache = await caches.open(NAME);
  const older = await olderFiles();
  const names = Object.keys(list.files).filter((name) => name !== "sw.js");
  await Promise.all(
    names.map(async (name) => {
      const same = older.get(name);
      const kept = same?.sha256 === list.files[name].sha256 ? await same.cache.match(name) : null;
      const answer = kept ?? (await fetch(name, { cache: "no-cache" }));
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      await cache.put(name, answer);
    }),
  );
  await cache.put(HASHES, new Response(JSON.stringify(list), { headers: { "content-type": "application/json" } }));
}

/** What earlier versions have: unchanged files are not brought again. */
async function olderFiles() {
  const found = new Map();
  for (const name of await caches.keys()) {
    if (!name.startsWith("cassetete-") || name === NAME) continue;
    const cache = await caches.open(name);
    const list = await (await cache.match(HASHES))?.json().catch(() => null);
    for (const [file, { sha256 }] of Object.entries(list?.files ?? {})) found.set(file, { sha256, cache });
  }
  return found;
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith("cassetete-") && name !== NAME) await caches.delete(name);
  }
  await worker.clients.claim();
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin || url.pathname.includes("/api/")) return;
  event.respondWith(answer(event.request, url));
});

/** @param {Request} request @param {URL} url */
async function answer(request, url) {
  const scope = new URL(worker.registration.scope).pathname;
  const name = url.pathname.startsWith(scope) ? url.pathname.slice(scope.length) || "index.html" : "";
  if (name === HASHES) {
    try {
      return await fetch(request);
    } catch {
      return (await (await caches.open(NAME)).match(HASHES)) ?? Response.error();
    }
  }
  const kept = await (await caches.open(NAME)).match(name);
  return kept ?? fetch(request);
}
