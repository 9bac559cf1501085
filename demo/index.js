const client = document.querySelector('#client');
const settings = document.querySelector('#settings');
const cards = document.querySelector('#servers');
const snippet = document.querySelector('#snippet');

/** No model at all: says back what it was asked, so that sampling can be tried without an account anywhere. */
async function cannedModel(request, { signal }) {
  await new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, 800);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
  const last = request.messages.at(-1);
  const asked = last?.content.find((block) => block.type === 'text')?.text ?? 'something that is not text';
  return {
    role: 'assistant',
    content: [
      { type: 'text', text: `This is a canned answer, no model was asked. The question was: “${asked.slice(0, 300)}”` },
    ],
    model: 'canned-demo-model',
    stopReason: 'endTurn',
  };
}

function show(url) {
  client.url = url;
  settings.elements.url.value = url;
  writeSnippet();
}

function chooseSampler(how) {
  client.sampler = how === 'canned' ? cannedModel : undefined;
  client.capabilities = how === 'none' ? 'elicitation' : 'sampling elicitation';
  writeSnippet();
}

function writeSnippet() {
  const element = document.createElement('mcp-client-line');
  element.setAttribute('url', client.url ?? '');
  if (client.capabilities !== 'elicitation') element.setAttribute('capabilities', client.capabilities);
  element.setAttribute('redirect-uri', client.redirectUri);
  snippet.textContent = element.outerHTML.replaceAll('mcp-client-line', 'mcp-client');
}

function card({ url, label, description }, isFirst) {
  const element = document.createElement('label');
  element.className = 'card';
  const radio = Object.assign(document.createElement('input'), {
    type: 'radio',
    name: 'server',
    value: url,
    checked: isFirst,
  });
  const name = Object.assign(document.createElement('strong'), { textContent: label });
  const about = Object.assign(document.createElement('span'), { textContent: description });
  element.append(radio, name, about);
  return element;
}

async function loadServers() {
  try {
    const response = await fetch('/servers.json');
    const servers = await response.json();
    cards.append(...servers.map((server, index) => card(server, index === 0)));
    if (servers[0]) show(servers[0].url);
  } catch {
    const problem = document.querySelector('#servers-problem');
    problem.textContent = 'The list of demo servers could not be loaded. Type an address instead.';
    problem.hidden = false;
  }
}

cards.addEventListener('change', (event) => show(event.target.value));

settings.addEventListener('submit', (event) => {
  event.preventDefault();
  const url = settings.elements.url.value.trim();
  if (!url) return;
  for (const radio of cards.querySelectorAll('input')) radio.checked = radio.value === url;
  show(url);
});

for (const radio of settings.elements.sampler) radio.addEventListener('change', () => chooseSampler(radio.value));

document.querySelector('#copy').addEventListener('click', async ({ currentTarget }) => {
  const said = document.querySelector('#copied');
  try {
    await navigator.clipboard.writeText(snippet.textContent);
    currentTarget.textContent = 'Copied';
    said.textContent = 'The line was copied.';
  } catch {
    getSelection().selectAllChildren(snippet);
    said.textContent = 'Copying is not allowed here. The line is selected.';
  }
  setTimeout(() => {
    document.querySelector('#copy').textContent = 'Copy this line';
    said.textContent = '';
  }, 2500);
});

writeSnippet();
void loadServers();
