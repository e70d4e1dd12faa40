/** Where text is written from right to left, there is what comes next on the left. */
export function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl';
}
