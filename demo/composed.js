const session = document.querySelector('#session');
const heard = document.querySelector('#heard');

/* What follows from a choice: the whole wiring of this page. */
session.addEventListener('mcp-tool-select', ({ tool }) => {
  show('#tool', '#no-tool').tool = tool.name;
});
session.addEventListener('mcp-resource-select', ({ resource, template }) => {
  show('#resource', '#no-resource').uri = resource?.uri ?? template.uriTemplate;
});

function show(selector, placeholder) {
  document.querySelector(placeholder).hidden = true;
  const element = document.querySelector(selector);
  element.hidden = false;
  return element;
}

/* Every event of the library bubbles out to the page. */
const WORDS = {
  'mcp-state-change': ({ state }) => state.phase,
  'mcp-tool-select': ({ tool }) => tool.name,
  'mcp-resource-select': ({ resource, template }) => resource?.uri ?? template.uriTemplate,
  'mcp-tool-call-request': ({ tool, name }) => name ?? tool?.name ?? '',
  'mcp-tool-result': ({ result }) => (result?.isError ? 'failed' : 'came back'),
  'mcp-approval-decide-request': ({ decision }) => decision.kind,
  'mcp-error': ({ error }) => error.message,
};
const KEPT = 50;

for (const [type, words] of Object.entries(WORDS))
  session.addEventListener(type, (event) => {
    const line = document.createElement('li');
    const name = Object.assign(document.createElement('b'), { textContent: type });
    line.append(name, ` ${words(event)}`);
    heard.prepend(line);
    while (heard.children.length > KEPT) heard.lastElementChild.remove();
  });

function choice({ url, label }, isFirst) {
  const element = document.createElement('label');
  const radio = Object.assign(document.createElement('input'), {
    type: 'radio',
    name: 'server',
    value: url,
    checked: isFirst,
  });
  element.append(radio, label);
  return element;
}

const servers = await (await fetch('/servers.json')).json();
const choices = document.querySelector('#servers');
choices.append(...servers.map((server, index) => choice(server, index === 0)));
choices.addEventListener('change', ({ target }) => {
  session.url = target.value;
});
session.url = servers[0].url;
