// A form of 200 fields of all common kinds, as one tool asks for them.

const text = (index) => ({
  type: 'string',
  title: `Text ${index}`,
  description: `What stands in line ${index}`,
  minLength: 1,
});

const KINDS = [
  { name: 'text', count: 80, make: text },
  {
    name: 'whole',
    count: 20,
    make: (index) => ({ type: 'integer', title: `Whole number ${index}`, minimum: 0, maximum: 1000 }),
  },
  { name: 'number', count: 20, make: (index) => ({ type: 'number', title: `Number ${index}` }) },
  { name: 'flag', count: 20, make: (index) => ({ type: 'boolean', title: `Flag ${index}` }) },
  {
    name: 'choice',
    count: 20,
    make: (index) => ({
      type: 'string',
      title: `Choice ${index}`,
      enum: ['first', 'second', 'third', 'fourth', 'fifth'],
    }),
  },
  { name: 'list', count: 20, make: (index) => ({ type: 'array', title: `List ${index}`, items: { type: 'string' } }) },
  {
    name: 'group',
    count: 20,
    make: (index) => ({
      type: 'object',
      title: `Group ${index}`,
      properties: { name: text(index), size: { type: 'integer', title: 'Size' } },
    }),
  },
];

/** The kinds take turns, as in a form that grew. */
export const schema = {
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: 80 }, (_, index) =>
      KINDS.filter(({ count }) => index < count).map(({ name, make }) => [`${name}${index}`, make(index)]),
    ).flat(),
  ),
  // A required field has its control on the screen from the start.
  required: Array.from({ length: 20 }, (_, index) => [`flag${index}`, `group${index}`]).flat(),
};

/** The field that is typed into; its label is `Text 40`. */
export const TYPED = 'text40';
