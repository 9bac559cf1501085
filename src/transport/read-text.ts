/**
 * A body as text, read no further than `limit` bytes; what comes after is not even received.
 * `response.text()` has no such limit, and a stranger's server decides how much it sends.
 */
export async function readText(response: Response, limit: number): Promise<{ text: string; cut: boolean }> {
  if (!response.body) return { text: '', cut: false };
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), cut: false };
    size += value.byteLength;
    text += decoder.decode(value, { stream: true });
    if (size > limit) {
      reader.cancel().catch(() => {});
      return { text, cut: true };
    }
  }
}
