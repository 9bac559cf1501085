/** `$3.00`, `$0.0042`: small sums keep two digits that say something. */
export function dollars(amount: number): string {
  const digits = amount > 0 && amount < 0.01 ? { maximumSignificantDigits: 2 } : { minimumFractionDigits: 2 };
  return new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', ...digits }).format(amount);
}
