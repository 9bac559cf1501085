import {
  checkClientDocument,
  clientDocumentSnippet,
  clientDocumentText,
  createClientDocument,
} from '/client-document.js';

const form = document.querySelector('#form');
const fields = [...form.elements];
const status = document.querySelector('#status');
/* A mistake is shown only after the person was in the field. */
const left = new Set();
let text = '';

const valueOf = (name) => form.elements[name].value.trim();

/** @returns the fields that authorization servers would refuse */
function show() {
  const url = valueOf('client_id');
  const made = createClientDocument({
    url,
    redirectUris: valueOf('redirect_uris').split(/\s+/).filter(Boolean),
    clientName: valueOf('client_name'),
    clientUri: valueOf('client_uri'),
    logoUri: valueOf('logo_uri'),
  });
  text = clientDocumentText(made);
  document.querySelector('#document').textContent = text;
  document.querySelector('#snippet').textContent = clientDocumentSnippet(made);
  document.querySelector('#address').textContent = url || 'the address above';
  const problems = checkClientDocument(made, url);
  document.querySelector('#whole-problem').textContent = problems
    .filter(({ field }) => field === undefined)
    .map((problem) => problem.text.text)
    .join(' ');
  for (const field of fields) {
    const own = problems.filter((problem) => problem.field === field.name);
    const isWrong = own.some(({ severity }) => severity === 'error');
    const isShown = left.has(field.name);
    const line = document.querySelector(`#${field.id}-problem`);
    line.textContent = isShown ? own.map((problem) => problem.text.text).join(' ') : '';
    line.classList.toggle('error', isWrong);
    if (isShown && isWrong) field.setAttribute('aria-invalid', 'true');
    else field.removeAttribute('aria-invalid');
  }
  return fields.filter((field) =>
    problems.some((problem) => problem.severity === 'error' && problem.field === field.name),
  );
}

/** If the document cannot be used yet, names the missing part, and goes there. */
function isReady() {
  for (const field of fields) left.add(field.name);
  const [first, ...others] = show();
  if (!first) return true;
  status.textContent = `Not yet: ${others.length + 1} ${others.length === 0 ? 'field needs' : 'fields need'} a correction.`;
  first.focus();
  return false;
}

form.addEventListener('input', () => {
  status.textContent = '';
  show();
});
form.addEventListener('focusout', ({ target }) => {
  if (!target.value) return;
  left.add(target.name);
  show();
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  isReady();
});
document.querySelector('#copy').addEventListener('click', async () => {
  if (!isReady()) return;
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = 'Copied.';
  } catch {
    status.textContent = 'The browser did not let it be copied: select the document above.';
  }
});
document.querySelector('#download').addEventListener('click', () => {
  if (!isReady()) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = new URL(valueOf('client_id')).pathname.split('/').pop() || 'client.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  status.textContent = `Downloaded as ${link.download}.`;
});
show();
