const client = document.querySelector('#client');
const { way } = document.querySelector('#settings').elements;

/* In the address, so that the page that comes back is the page that left. */
way.value = new URLSearchParams(location.search).get('way') === 'redirect' ? 'redirect' : 'popup';
client.authMode = way.value;
for (const radio of way)
  radio.addEventListener('change', () => location.replace(way.value === 'redirect' ? '?way=redirect' : '?'));

try {
  const servers = await (await fetch('/servers.json')).json();
  client.url = servers.find(({ id }) => id === 'library').url;
} catch {
  const problem = document.querySelector('#problem');
  problem.textContent = 'The demo server could not be found. Start the demo again: npm run demo.';
  problem.hidden = false;
}
