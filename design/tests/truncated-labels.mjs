/** Labels of buttons that are truncated or overflow the button. Names in tables, and on tiles with a tip, may be truncated. */
export function findTruncatedLabels(page) {
  return page.evaluate(() => {
    const isTruncated = (element) =>
      getComputedStyle(element).textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
    // Tooltips and visually hidden text are positioned.
    const isInFlow = (part) => part.checkVisibility() && getComputedStyle(part).position === 'static';
    const overflows = (button) => {
      const box = button.getBoundingClientRect();
      return [...button.querySelectorAll('span')].filter(isInFlow).some((part) => {
        const { left, right, bottom } = part.getBoundingClientRect();
        return left < box.left - 1 || right > box.right + 1 || bottom > box.bottom + 1;
      });
    };
    return [...document.querySelectorAll('button')]
      .filter(
        (button) => button.checkVisibility() && !button.closest('.visually-hidden, table, [data-place]'),
      )
      .filter((button) => overflows(button) || [button, ...button.querySelectorAll('*')].some(isTruncated))
      .map((button) => `${button.textContent} is truncated`);
  });
}
