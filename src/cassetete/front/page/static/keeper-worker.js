// Keeps Python's memory for later visits, and ends.
self.onmessage = async ({ data: { cache, name, memory } }) => {
  try {
    await caches.delete(cache);
    const headers = { "content-length": String(memory.length) };
    await (await caches.open(cache)).put(name, new Response(memory, { headers }));
    self.postMessage("kept");
  } catch {
    /* no room, or a private window: the next visit starts as this one did */
  }
  self.close();
};
