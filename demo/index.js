const workspace = document.querySelector('#workspace');
const settings = document.querySelector('#settings');
const snippet = document.querySelector('#snippet');

/** No model at all: repeats the question, so that sampling can be tried without an account anywhere. */
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

function chooseSampler(how) {
  workspace.sampler = how === 'canned' ? cannedModel : undefined;
  workspace.capabilities = how === 'none' ? 'elicitation roots' : 'sampling elicitation roots';
  writeSnippet();
}

/** The line of HTML that shows the server of the moment, without its headers. */
function writeSnippet() {
  const element = document.createElement('mcp-client-line');
  element.setAttribute('url', workspace.client?.url ?? 'https://example.com/mcp');
  element.setAttribute('capabilities', workspace.capabilities ?? workspace.getAttribute('capabilities'));
  element.setAttribute('redirect-uri', 'oauth-callback.html');
  snippet.textContent = element.outerHTML.replaceAll('mcp-client-line', 'mcp-client');
}

/** The client alone: the page around it is English. `remember` is in theme.js. */
const language = document.querySelector('#language');
function speak() {
  workspace.lang = language.value;
  workspace.dir = language.value === 'ar' ? 'rtl' : 'ltr';
}
if ([...language.options].some(({ value }) => value === remembered('language')))
  language.value = remembered('language');
speak();
language.addEventListener('change', () => {
  speak();
  remember('language', language.value);
});

/** On a phone, the head has room for the server alone. */
const narrow = matchMedia('(max-width: 48em)');
const pageChoices = document.querySelector('#choices');
const wideChoices = pageChoices.parentElement;
function placeChoices() {
  if (narrow.matches) document.querySelector('#narrow-choices').append(pageChoices);
  else wideChoices.prepend(pageChoices);
}
placeChoices();
narrow.addEventListener('change', placeChoices);

async function loadServers() {
  try {
    const response = await fetch('/servers.json');
    const servers = await response.json();
    workspace.servers = servers.map(({ url, label }) => ({ url, name: label }));
  } catch {
    const problem = document.querySelector('#servers-problem');
    problem.textContent = 'The list of demo servers could not be loaded. Type an address instead.';
    problem.hidden = false;
  }
}

// A server was chosen, or answers: its name and address are known.
workspace.addEventListener('mcp-state-change', writeSnippet);
workspace.addEventListener('click', () => setTimeout(writeSnippet));

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

// The page is nothing but the widget: its keys work from everywhere.
addEventListener('keydown', (event) => {
  if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  event.preventDefault();
  workspace.focusSearch();
});

writeSnippet();
void loadServers();
