// The figures of a run, and whether they reach their targets.

/** Milliseconds of the main thread a form may take to mount, whatever its schema. */
const MOUNT_LIMIT = 200;

/** @param {object[]} reports one for each tool: that of the page, or `broken` */
export function summarize(reports, unreadable) {
  const whole = reports.filter(({ broken }) => broken === undefined);
  const count = (what) => whole.flatMap(({ misses }) => misses.filter((miss) => miss.what === what)).length;
  const sum = (key) => whole.reduce((total, { counts }) => total + counts[key], 0);
  const raw = (is) => whole.filter(({ json }) => json.some(is));
  const withRaw = raw(({ anything }) => !anything);
  const slowest = whole.toSorted((a, b) => b.mountMs - a.mountMs)[0];
  const figures = {
    tools: reports.length,
    unreadable: unreadable.length,
    compiled: whole.length,
    broken: reports.length - whole.length,
    withoutRawFallback: whole.length - withRaw.length,
    onlyAnything: raw(({ anything }) => anything).filter((report) => !withRaw.includes(report)).length,
    withoutReferee: whole.filter(({ referee }) => referee === 'none').length,
    withoutArguments: whole.filter(({ referee, counts }) => referee !== 'none' && counts.valid === 0).length,
    valid: sum('valid'),
    validTyped: sum('typed'),
    validNotSayable: count('valid not sayable'),
    validRefused: count('valid refused'),
    validChanged: count('valid changed'),
    invalid: sum('invalid'),
    invalidTyped: sum('invalidTyped'),
    invalidSent: count('invalid sent'),
    wrongPlace: count('wrong place'),
    nearPlace: sum('near'),
    wrongFocus: count('wrong focus'),
    crashes: count('broken'),
    mountMedianMs: median(whole.map(({ mountMs }) => mountMs)),
    mountSlowestMs: slowest?.mountMs ?? 0,
    slowest: slowest?.name ?? '',
  };
  const target = (what, value, met) => ({ what, value, met });
  return {
    figures,
    targets: [
      target('compiled and mounted', `${figures.compiled}/${figures.tools}`, figures.compiled === figures.tools),
      target(
        'without a raw fallback',
        `${figures.withoutRawFallback}/${figures.tools}`,
        figures.withoutRawFallback === figures.tools,
      ),
      target('valid refused', figures.validRefused, figures.validRefused === 0),
      target('valid changed on the way', figures.validChanged, figures.validChanged === 0),
      target('valid that fields cannot say', figures.validNotSayable, figures.validNotSayable === 0),
      target('invalid sent', figures.invalidSent, figures.invalidSent === 0),
      target('refused, but at the wrong field', figures.wrongPlace, figures.wrongPlace === 0),
      target('summary that leads elsewhere', figures.wrongFocus, figures.wrongFocus === 0),
      target('crashes', figures.crashes, figures.crashes === 0),
      target(
        `slowest to mount, CPU ms`,
        `${figures.mountSlowestMs.toFixed(0)} (${figures.slowest})`,
        figures.mountSlowestMs < MOUNT_LIMIT,
      ),
    ],
  };
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
