// Checks what a person can see of a rendered page.
import type { Page as Tab } from 'playwright-core';

/** How far the page scrolls sideways: 0 if it fits. */
export async function sidewaysScroll(tab: Tab): Promise<number> {
  return tab.locator('html').evaluate((root) => {
    const { body } = root.ownerDocument;
    return Math.max(root.scrollWidth - root.clientWidth, body.scrollWidth - root.clientWidth, 0);
  });
}

/** Texts, pictures and controls that are not fully visible: outside the page, cut off, faint or without size. */
export async function invisibleParts(tab: Tab): Promise<string[]> {
  return tab.locator('html').evaluate((root) => {
    const view = root.ownerDocument.defaultView;
    const parts = [
      ...root.querySelectorAll('h1, h2, h3, p, li, a, button, input, textarea, label, summary, img, time'),
    ];
    return parts
      .filter((part) => {
        // Collapsed details and honeypots are invisible on purpose.
        if (
          part.matches('[type=hidden]') ||
          part.closest('[aria-hidden=true], details:not([open]) > :not(summary), [hidden]')
        )
          return false;
        const { left, right, width, height } = part.getBoundingClientRect();
        const style = view.getComputedStyle(part);
        const isEmpty = part.childNodes.length === 0 && !part.matches('img, input, textarea');
        if (isEmpty) return false;
        const isCut =
          part.scrollWidth > part.clientWidth + 1 && /hidden|clip/.test(style.overflowX) && part.clientWidth > 0;
        return (
          width < 1 ||
          height < 1 ||
          left < -0.5 ||
          right > root.clientWidth + 0.5 ||
          isCut ||
          style.visibility !== 'visible' ||
          Number(style.opacity) < 0.5
        );
      })
      .map((part) => {
        const { left, right, width, height } = part.getBoundingClientRect();
        return `<${part.localName} class="${part.className}"> ${String(part.textContent).trim().slice(0, 30)} [${left}…${right} × ${height}, ${width}]`;
      });
  });
}

const CONTROLS = 'a[href], button, input:not([type=hidden]), textarea, select, summary, iframe';

/** All visible controls in document order. Numbers them for `focused`. */
export async function controls(tab: Tab): Promise<string[]> {
  return tab.locator('html').evaluate((root, selector) => {
    return [...root.querySelectorAll(selector)]
      .filter((control) => control.tabIndex >= 0 && control.checkVisibility({ visibilityProperty: true }))
      .map((control, index) => {
        control.dataset.stop = String(index);
        return `${control.localName} ${String(control.textContent || control.name)
          .trim()
          .slice(0, 40)}`;
      });
  }, CONTROLS);
}

/** The number of the control that has the focus. */
export async function focused(tab: Tab): Promise<number> {
  return tab.locator('html').evaluate((root) => Number(root.ownerDocument.activeElement?.dataset.stop));
}

/** Controls without a visible focus. Call it after a key press, so that :focus-visible applies. */
export async function withoutFocusRing(tab: Tab): Promise<string[]> {
  await controls(tab);
  return tab.locator('html').evaluate((root) => {
    const look = (control: unknown) => {
      const style = root.ownerDocument.defaultView.getComputedStyle(control);
      const isOutlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
      return isOutlined
        ? `${style.outlineStyle} ${style.outlineWidth} ${style.outlineColor} ${style.outlineOffset}`
        : '';
    };
    return [...root.querySelectorAll('[data-stop]')]
      .filter((control) => {
        root.ownerDocument.activeElement?.blur();
        const before = look(control);
        control.focus();
        const after = look(control);
        return after === '' || after === before;
      })
      .map((control) => `<${control.localName} class="${control.className}"> ${String(control.textContent).trim()}`);
  });
}
