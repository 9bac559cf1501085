/** What a piece of source is, as far as it is told apart by colour. Nothing else can become a class name. */
export type TokenKind =
  | 'comment'
  | 'keyword'
  | 'string'
  | 'number'
  | 'type'
  | 'name'
  | 'property'
  | 'tag'
  | 'meta'
  | 'heading'
  | 'inserted'
  | 'deleted';

/** A piece of a line. Joined, the texts of its runs are the line. */
export interface CodeRun {
  readonly text: string;
  readonly kind: TokenKind | undefined;
}

/** The words of the grammars, of which there are older and newer ones. What is missing here stays plain. */
const KINDS: Readonly<Record<string, TokenKind>> = {
  comment: 'comment',
  quote: 'comment',
  keyword: 'keyword',
  controlKeyword: 'keyword',
  definitionKeyword: 'keyword',
  modifier: 'keyword',
  self: 'keyword',
  string: 'string',
  'string-2': 'string',
  regexp: 'string',
  character: 'string',
  escape: 'string',
  link: 'string',
  url: 'string',
  number: 'number',
  integer: 'number',
  float: 'number',
  atom: 'number',
  bool: 'number',
  null: 'number',
  unit: 'number',
  type: 'type',
  typeName: 'type',
  className: 'type',
  namespace: 'type',
  builtin: 'type',
  qualifier: 'type',
  def: 'name',
  definition: 'name',
  'variable-3': 'type',
  labelName: 'name',
  macroName: 'name',
  property: 'property',
  propertyName: 'property',
  attribute: 'property',
  attributeName: 'property',
  tag: 'tag',
  tagName: 'tag',
  meta: 'meta',
  processingInstruction: 'meta',
  documentMeta: 'meta',
  annotation: 'meta',
  header: 'heading',
  heading: 'heading',
  strong: 'heading',
  inserted: 'inserted',
  positive: 'inserted',
  deleted: 'deleted',
  negative: 'deleted',
};

/** The kind for a word of a grammar, which may be anything: a hostile name makes some of them give back a function. */
export function kindOf(style: unknown): TokenKind | undefined {
  if (typeof style !== 'string') return undefined;
  // The later word is the closer one: `string property`.
  for (const word of style.split(' ', 3).reverse()) {
    const [name = '', modifier = ''] = word.split('.', 2);
    if (modifier === 'definition') return 'name';
    if (Object.hasOwn(KINDS, name)) return KINDS[name];
  }
  return undefined;
}
