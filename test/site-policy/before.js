// Runs what the test wants to run in this page before the library is there: a classic script, given in the address.
const script = document.createElement('script');
script.textContent = decodeURIComponent(location.hash.slice(1));
document.head.append(script);
