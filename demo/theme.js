/* Light, dark, or what the system says: the widgets follow the page's colour scheme by themselves. And the theme of their tokens. */
const root = document.documentElement;
const look = document.querySelector('#look');
const choices = [...document.querySelectorAll('input[name="theme"]')];

/** In a browser that stores nothing, a choice is for this visit. */
function remember(name, value) {
  try {
    localStorage.setItem(`demo-${name}`, value);
  } catch {}
}
function remembered(name) {
  try {
    return localStorage.getItem(`demo-${name}`);
  } catch {
    return null;
  }
}

function choose(choice) {
  choice.checked = true;
  root.dataset.theme = choice.value;
}
for (const choice of choices) {
  if (choice.value === remembered('scheme')) choose(choice);
  choice.addEventListener('change', () => {
    choose(choice);
    remember('scheme', choice.value);
  });
}

/** Where there is little room, a list in place of the buttons. */
const scheme = document.querySelector('#scheme');
if (scheme) {
  const show = () => (root.dataset.theme = scheme.value);
  if ([...scheme.options].some(({ value }) => value === remembered('scheme'))) scheme.value = remembered('scheme');
  show();
  scheme.addEventListener('change', () => {
    show();
    remember('scheme', scheme.value);
  });
}

if (look) {
  const options = [...look.options].map(({ value }) => value);
  const show = () => (root.dataset.mcpTheme = look.value);
  if (options.includes(remembered('look'))) look.value = remembered('look');
  show();
  look.addEventListener('change', () => {
    show();
    remember('look', look.value);
  });
}
