/** A greeting for somebody. */
export function greet(name) {
  return `Hello, ${name.trim()}!`;
}
