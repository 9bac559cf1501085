import { base64, connect, create, opening, type Stage } from '../stage.js';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR4nGNgAAIAAAUAAXpeqz8AAAAASUVORK5CYII=';
const SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9"';

type Put = (field: string) => string;

/** What holds a payload in the result of a tool, each block with the fields it says it in. */
const BLOCKS: readonly { readonly fields: readonly string[]; block(put: Put): object }[] = [
  block('text', (text) => ({ type: 'text', text })),
  block('JSON value', (value) => ({ type: 'text', text: JSON.stringify({ value, [value]: [value] }) })),
  block('ANSI', (text) => ({
    type: 'text',
    text: `\u001b[31m${text}\u001b[0m \u001b]8;;${text}\u001b\\x\u001b]8;;\u001b\\ \u001b]0;${text}\u0007\u001b[2J`,
  })),
  block('HTML', (text) => contents('text/html', text)),
  block('HTML in base64', (text) => ({
    type: 'resource',
    resource: { uri: 'a:1', mimeType: 'text/html', blob: base64(text) },
  })),
  block('SVG', (text) => contents('image/svg+xml', text)),
  block('inside an SVG', (text) => contents('image/svg+xml', `<svg ${SVG}>${text}</svg>`)),
  block('SVG as an image', (text) => ({
    type: 'image',
    mimeType: 'image/svg+xml',
    data: base64(`<svg ${SVG}>${text}</svg>`),
  })),
  block('Markdown', (text) => contents('text/markdown', text)),
  block('inside Markdown', (text) =>
    contents(
      'text/markdown',
      `# ${text}\n\n[x](${text})\n![x](${text})\n<${text}>\n\n\`\`\`${text}\n${text}\n\`\`\`\n`,
    ),
  ),
  block('CSV', (text) => contents('text/csv', `${text},second\n"${text.replaceAll('"', '""')}",=1+1\n`)),
  block('XML', (text) => contents('application/xml', text)),
  block('code', (text) => contents('text/javascript', text)),
  block('diff', (text) =>
    contents('text/x-diff', `--- a/${text}\n+++ b/${text}\n@@ -1 +1 @@ ${text}\n-${text}\n+${text}\n`),
  ),
  block('MIME type of an image', (mimeType) => ({ type: 'image', mimeType, data: PNG })),
  block('image data', (data) => ({ type: 'image', mimeType: 'image/png', data })),
  block('audio data', (data) => ({ type: 'audio', mimeType: 'audio/mpeg', data })),
  block('link URI', (uri) => ({ type: 'resource_link', uri, name: 'link' })),
  block('type of a block', (type) => ({ type, data: type })),
  {
    fields: ['MIME type', 'URI of contents'],
    block: (put) => ({
      type: 'resource',
      resource: { uri: put('URI of contents'), mimeType: put('MIME type'), text: 'text' },
    }),
  },
  {
    fields: ['file name', 'MIME type of data'],
    block: (put) => ({
      type: 'resource',
      resource: { uri: `file:///${put('file name')}`, mimeType: put('MIME type of data'), blob: 'UEsDBAoAAAAA' },
    }),
  },
  {
    fields: ['link path', 'link name', 'link title', 'link description', 'link MIME type', 'link icon', 'annotations'],
    block: (put) => ({
      type: 'resource_link',
      uri: `https://a.example/${put('link path')}`,
      name: put('link name'),
      title: put('link title'),
      description: put('link description'),
      mimeType: put('link MIME type'),
      icons: [
        { src: put('link icon'), mimeType: put('link icon'), sizes: [put('link icon')] },
        { src: `data:image/svg+xml,${encodeURIComponent(put('link icon'))}` },
      ],
      annotations: { audience: ['user', put('annotations')], priority: 1, lastModified: put('annotations') },
    }),
  },
];

const STRUCTURED = 'structured result';

/** The result of a tool: each kind of block with the payload in it, and the structured result. */
export const results: Stage = {
  name: 'results',
  fields: [...BLOCKS.flatMap(({ fields }) => fields), STRUCTURED],
  async show(given) {
    const { put } = given;
    const replies = given.payloads.map((payload) => ({
      result: {
        content: BLOCKS.map((one) => one.block((field) => put(field, payload))),
        structuredContent: { [put(STRUCTURED, payload)]: [put(STRUCTURED, payload)] },
        isError: true,
      },
    }));
    const { element, session } = await connect(
      given,
      { 'tools/call': replies },
      given.box(),
      opening({}, { tools: {} }),
    );
    for (let index = 0; index < replies.length; index++) {
      // One after the other: the server answers in turns.
      const result = await session.tools.call('any', {});
      given.box(index).append(create('mcp-tool-result', { result }));
    }
    return () => element.remove();
  },
};

/** Each of the elements that show one kind of content, by itself, as a page may use it. */
export const viewers: Stage = {
  name: 'viewers',
  fields: ['JSON view', 'table view', 'code view', 'diff view', 'page view'],
  async show({ payloads, put, box }) {
    for (const [index, payload] of payloads.entries()) {
      const value = put('JSON view', payload);
      const cell = put('table view', payload);
      const line = put('diff view', payload);
      const place = box(index);
      for (const [name, properties] of [
        ['mcp-json-view', { source: JSON.stringify({ value, [value]: [value] }) }],
        ['mcp-table-view', { text: `${cell},second\n"${cell.replaceAll('"', '""')}",=1+1\n`, separator: ',' }],
        ['mcp-code-view', { text: put('code view', payload), language: 'html' }],
        ['mcp-code-view', { text: `--- ${line}\n+++ ${line}\n@@ -1 +1 @@\n-${line}\n+${line}\n`, language: 'diff' }],
        ['mcp-page-view', { text: put('page view', payload) }],
      ] as const)
        // Not each of them has to be part of what is checked.
        if (customElements.get(name)) place.append(Object.assign(document.createElement(name), properties));
    }
    return () => {};
  },
};

function block(field: string, make: (payload: string) => object): (typeof BLOCKS)[number] {
  return { fields: [field], block: (put) => make(put(field)) };
}

function contents(mimeType: string, text: string): object {
  return { type: 'resource', resource: { uri: 'a:0', mimeType, text } };
}
