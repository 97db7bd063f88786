/** The storage key for senders whose remote images this browser shows without asking, the latest last. */
const KEY = 'pm-images-of';
const MOST = 300;

function remembered(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
  } catch {
    return [];
  }
}

export const showsImagesOf = (address: string): boolean => remembered().includes(address.toLowerCase());

export function rememberImagesOf(address: string): void {
  const others = remembered().filter((each) => each !== address.toLowerCase());
  localStorage.setItem(KEY, JSON.stringify([...others, address.toLowerCase()].slice(-MOST)));
}
