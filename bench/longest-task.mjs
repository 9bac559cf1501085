// The longest task of a page's main thread, as Chromium traces it: a task that a clock in the page could not see is in it.

/** @returns {Promise<{ wall: number, cpu: number, over: number }>} milliseconds; how many took more than 50 */
export async function longestTask(browser, page, act) {
  await browser.startTracing(page, { categories: ['-*', 'devtools.timeline', 'toplevel', 'blink.user_timing'] });
  await page.evaluate(() => performance.mark('bench'));
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const mark = traceEvents.find(({ name, cat }) => name === 'bench' && cat.includes('user_timing'));
  const tasks = traceEvents.filter(
    ({ name, pid, tid, ts, ph }) =>
      ph === 'X' && name.endsWith('RunTask') && pid === mark.pid && tid === mark.tid && ts > mark.ts,
  );
  const longest = tasks.reduce((one, other) => ((other.dur ?? 0) > (one.dur ?? 0) ? other : one), {});
  return {
    wall: (longest.dur ?? 0) / 1000,
    cpu: Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
    over: tasks.filter(({ dur = 0 }) => dur > 50_000).length,
  };
}
