/** Dates and times as RFC 3339 writes them. */
export function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return false;
  const [, year, month, day] = parts.map(Number) as [number, number, number, number];
  const lastDay = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && day >= 1 && day <= lastDay;
}

export function isTime(text: string): boolean {
  const parts = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:z|([+-])(\d{2}):(\d{2}))$/i.exec(text);
  if (!parts) return false;
  const [hour = 0, minute = 0, second = 0] = parts.slice(1, 4).map(Number);
  const [offsetHour, offsetMinute] = [Number(parts[5] ?? 0), Number(parts[6] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  // A leap second is the last one of a day of universal time.
  const offset = (offsetHour * 60 + offsetMinute) * (parts[4] === '-' ? 1 : -1);
  return (hour * 60 + minute + offset + 2 * 1440) % 1440 === 1439;
}

export function isDateTime(text: string): boolean {
  return /^[t\s]$/i.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

/** A time that says nothing of a zone, with or without seconds. */
export function isLocalTime(text: string): boolean {
  return isTime(`${text}Z`) || isTime(`${text}:00Z`);
}

export function isLocalDateTime(text: string): boolean {
  return isDateTime(`${text}Z`) || isDateTime(`${text}:00Z`);
}

export function isDuration(text: string): boolean {
  const parts = /^P(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/.exec(text);
  return parts !== null && /\d[A-Z]$/.test(text);
}
