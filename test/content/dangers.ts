/** Everything in a document that could run, load, lead away or take over something. */
export function dangers(document: Document): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll('*')) {
    const name = element.localName.toLowerCase();
    if (
      /^(?:script|link|base|i?frame|frameset|object|embed|applet|form|template|noscript|animate.*|set|use|foreignobject)$/.test(
        name,
      )
    )
      found.push(`<${name}>`);
    if (name === 'meta' && element.getAttribute('http-equiv') !== 'content-security-policy') found.push('<meta>');
    for (const { name: key, value } of element.attributes) {
      if (/^on|^(?:ping|action|formaction|srcdoc|srcset|poster|background|autofocus|accesskey|target|name)$/i.test(key))
        found.push(key);
      if (/(?:^|:)href$/i.test(key) && !/^(?:#|data:image\/)/.test(value.trim())) found.push(`${key}=${value}`);
      if (/^src$/i.test(key) && !value.startsWith('data:image/')) found.push(`${key}=${value}`);
    }
    if (/^(?:input|button|select|textarea)$/.test(name) && !element.hasAttribute('disabled'))
      found.push(`<${name}> takes input`);
  }
  return found;
}
