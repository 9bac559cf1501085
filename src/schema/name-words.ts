/** Characters of a name that is split into words. A longer one is shown as it is. */
const MAX_READ_NAME_LENGTH = 64;

/** Words that keep their capitals, as they are written in lower case. */
const ACRONYMS = new Map(
  (
    'ACL AI API ARN ASCII AWS CDN CI CIDR CLI CORS CPU CSS CSV DB DNS FAQ FTP GB GCP GPS GPU GUID HTML HTTP HTTPS IAM ' +
    'ID IDs IMAP IO IP IPv4 IPv6 ISBN ISO JPEG JSON JWT KB KMS LLM MB MCP MFA MIME ML OAuth OS PDF PDFs PEM PIN PNG ' +
    'PR QR RAM RDS REST RPC RSS SDK SDKs SHA SKU SLA SMS SMTP SQL SSH SSL SSO SVG TCP TLS TSV TTL TTS UDP UI URI URIs URL ' +
    'URLs US UTC UTF UUID UUIDs VAT VM VPC VPN WiFi XML YAML ZIP'
  )
    .split(' ')
    .map((word) => [word.toLowerCase(), word]),
);

/**
 * A name of several words as a person writes them: `retry-max-delay` is “Retry max delay”. Undefined for one word, which
 * is readable as it is, and for a name that does not consist of words.
 */
export function nameAsWords(name: string): string | undefined {
  if (name.length > MAX_READ_NAME_LENGTH || !/^[A-Za-z][A-Za-z\d]*(?:[-_. ]+[A-Za-z\d]+)*$/.test(name))
    return undefined;
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, (_, head: string, tail: string) =>
      // “APIs” and “userIDs” are one word each.
      tail === 'Is' || ACRONYMS.has(`${head}${tail}`.toLowerCase()) ? `${head}${tail}` : `${head} ${tail}`,
    )
    .split(/[-_. ]+/);
  if (words.length < 2 || !words.some((word) => /^[A-Za-z]{2,}$/.test(word))) return undefined;
  // “a1-b2” are codes, not words.
  if (words.some((word) => /^[A-Za-z]{1,2}\d+$/.test(word) && !ACRONYMS.has(word.toLowerCase()))) return undefined;
  return words
    .map((word, index) => ACRONYMS.get(word.toLowerCase()) ?? (index === 0 ? capitalized(word) : word.toLowerCase()))
    .join(' ');
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}
