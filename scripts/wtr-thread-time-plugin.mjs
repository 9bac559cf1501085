// WTR command for Chromium: the CPU milliseconds that the main thread of a test page has used. What other programs do on a
// busy machine does not count. In tests: await executeServerCommand('thread-time'); null in other engines.
export function threadTimePlugin() {
  const cdp = new WeakMap();
  return {
    name: 'thread-time',
    async executeCommand({ command, session }) {
      if (command !== 'thread-time') return undefined;
      const page = session.browser.getPage(session.id);
      if (!page.createCDPSession) return false;
      try {
        if (!cdp.has(page)) {
          const opened = await page.createCDPSession();
          await opened.send('Performance.enable');
          cdp.set(page, opened);
        }
        const { metrics } = await cdp.get(page).send('Performance.getMetrics');
        return metrics.find(({ name }) => name === 'ThreadTime').value * 1000;
      } catch {
        return false;
      }
    },
  };
}
