/** Lets the page have its turn: paint, answer to a click. A timer would do the same, but waits long in a page nobody sees. */
export function pageTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined, {});
  });
}
