// The figures of `npm run structure` by commit, as docs/architecture.md shows them.
export const FIGURES = 'docs/structure.json';
export const ARCHITECTURE = 'docs/architecture.md';
const TABLE = /(?<=<!-- figures: npm run structure -- --write -->\n)[^]*?(?=<!-- end of figures -->)/;

const kb = (bytes) => Math.round(bytes / 102.4) / 10;
const SHOWN = { list: 'list', form: 'form', result: 'result', idle: 'idle' };

/** Every figure of a report by its name, in the order of the table. */
export function rowOf({ source, parts, tarball, visits }) {
  return {
    files: source.files,
    lines: source.lines,
    'median lines': source.median,
    'files under 30 lines': source.small,
    'files imported by one other': source.oneImporter,
    'largest file, lines': Number(source.largest[0].split(' ')[1]),
    'import()': source.imports,
    'cycles of imports': source.cycles,
    'tables keyed by session': source.sessionTables,
    'names of parts': parts,
    'tarball, MB': Math.round(tarball.bytes / 1e4) / 100,
    'tarball, files': tarball.files,
    ...Object.fromEntries(
      Object.entries(visits).flatMap(([build, shown]) =>
        Object.keys(SHOWN)
          .filter((what) => shown[what])
          .flatMap((what) => [
            [`${build}, ${SHOWN[what]}: requests`, shown[what].requests],
            [`${build}, ${SHOWN[what]}: KB gzip`, kb(shown[what].bytes)],
            [`${build}, ${SHOWN[what]}: hops`, shown[what].hops],
          ]),
      ),
    ),
  };
}

/** The document with one column for each report. */
export function withTable(text, reports) {
  const rows = reports.map(rowOf);
  const cells = (name) => rows.map((row) => row[name] ?? '–').join(' | ');
  const table = [
    '',
    `| | ${reports.map(({ commit }) => `${commit}`).join(' | ')} |`,
    `| --- | ${reports.map(() => '---:').join(' | ')} |`,
    ...Object.keys(rows.at(-1) ?? {}).map((name) => `| ${name} | ${cells(name)} |`),
    '',
    '',
  ].join('\n');
  return text.replace(TABLE, () => table);
}
