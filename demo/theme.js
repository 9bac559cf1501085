/* Light, dark, or what the system says. The widgets follow the page's colour scheme by themselves. */
for (const choice of document.querySelectorAll('input[name="theme"]'))
  choice.addEventListener('change', () => {
    document.documentElement.dataset.theme = choice.value;
  });
