/* How much of a table is shown. Past the first limit there is no table; past the others there is one, and it says what is not in it. */

/** Characters of text that are read as a table. Measured: 20 million take about 0.3 s, in slices. */
export const MAX_TABLE_CHARACTERS = 20_000_000;
/** Rows. 400,000 rows of 40 px are 16 million px, and Firefox ends an element at 17.8 million. */
export const MAX_TABLE_ROWS = 400_000;
/** Cells of one row. Spreadsheets in use stay below 300 columns; a line of commas alone makes millions. */
export const MAX_TABLE_COLUMNS = 1_000;
/** Cells in all, 4 bytes each: 50,000 rows of 100 columns. */
export const MAX_TABLE_CELLS = 5_000_000;
/** Characters of a cell by which rows are sorted. */
export const MAX_SORT_CHARACTERS = 200;
