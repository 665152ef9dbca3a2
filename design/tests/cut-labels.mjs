/** Texts of buttons that are cut off or reach out of the button. A name in a table may be cut. */
export function cutLabels(page) {
  return page.evaluate(() => {
    const isCut = (element) =>
      getComputedStyle(element).textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
    // Tooltips and hidden texts are positioned.
    const isInFlow = (part) => part.checkVisibility() && getComputedStyle(part).position === 'static';
    const reachesOut = (button) => {
      const box = button.getBoundingClientRect();
      return [...button.querySelectorAll('span')].filter(isInFlow).some((part) => {
        const { left, right, bottom } = part.getBoundingClientRect();
        return left < box.left - 1 || right > box.right + 1 || bottom > box.bottom + 1;
      });
    };
    return [...document.querySelectorAll('button')]
      .filter((button) => button.checkVisibility() && !button.closest('.visually-hidden, table'))
      .filter((button) => reachesOut(button) || [button, ...button.querySelectorAll('*')].some(isCut))
      .map((button) => `${button.textContent} is cut off`);
  });
}
