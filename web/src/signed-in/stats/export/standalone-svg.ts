// A drawing of the screen as a file of its own: with the styles that the browser computed, without what only a person in
// front of the screen can use, on a ground, and with a caption below.

/** What a drawing of ours is styled with. Everything else is left to its default. */
const properties = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'paint-order',
  'shape-rendering',
  'stop-color',
  'stop-opacity',
] as const;

const textProperties = [
  'font-family',
  'font-size',
  'font-weight',
  'font-variant-numeric',
  'letter-spacing',
  'text-anchor',
  'dominant-baseline',
  'direction',
] as const;

/** Attributes that are for people in front of the screen, or for our style sheet. */
const dropped = /^(class|style|tabindex|role|data-.*|aria-.*|on.*|focusable)$/;
/** Parts that show where the pointer is. */
const momentary = '[data-momentary], title, foreignObject';

const NAMESPACE = 'http://www.w3.org/2000/svg';
const MARGIN = 24;
const CAPTION = { size: 13, lineHeight: 19, gap: 20 } as const;

export interface Picture {
  /** The file's content. */
  text: string;
  width: number;
  height: number;
}

export function standalonePicture(drawing: SVGSVGElement, caption: string): Picture {
  const { width, height } = drawing.getBoundingClientRect();
  const whole = { width: Math.ceil(width) + 2 * MARGIN, height: 0 };
  const root = getComputedStyle(drawing);
  const font = root.fontFamily;
  const lines = wrapped(caption, Math.ceil(width), `${CAPTION.size}px ${font}`);
  const captionTop = MARGIN + Math.ceil(height) + CAPTION.gap;
  whole.height = captionTop + lines.length * CAPTION.lineHeight + MARGIN - CAPTION.gap / 2;

  const picture = element('svg', { viewBox: `0 0 ${whole.width} ${whole.height}`, ...whole });
  picture.append(element('rect', { ...whole, fill: resolved('--surface') }));
  const copy = styledCopy(drawing) as SVGSVGElement;
  setAttributes(copy, { x: MARGIN, y: MARGIN, width, height, overflow: 'visible' });
  picture.append(copy);
  const isRightToLeft = root.direction === 'rtl';
  lines.forEach((line, at) => {
    const text = element('text', {
      x: isRightToLeft ? whole.width - MARGIN : MARGIN,
      y: captionTop + CAPTION.size + at * CAPTION.lineHeight,
      fill: resolved('--muted'),
      direction: root.direction,
      'font-family': font,
      'font-size': `${CAPTION.size}px`,
    });
    text.textContent = line;
    picture.append(text);
  });
  return { text: new XMLSerializer().serializeToString(picture), ...whole };
}

/** Undefined for what is not drawn. */
function styledCopy(original: Element): Element | undefined {
  if (original.matches(momentary)) return undefined;
  const style = getComputedStyle(original);
  if (style.display === 'none' || style.visibility === 'hidden') return undefined;
  const copy = original.cloneNode(false) as Element;
  for (const name of copy.getAttributeNames()) if (dropped.test(name)) copy.removeAttribute(name);
  const isText = original instanceof SVGTextContentElement;
  for (const name of isText ? [...properties, ...textProperties] : properties) {
    const value = style.getPropertyValue(name);
    if (value !== '') copy.setAttribute(name, value);
  }
  if (style.stroke !== 'none' && original instanceof SVGGraphicsElement) setStroke(copy, style, original);
  for (const child of original.childNodes) {
    const part = child instanceof Element ? styledCopy(child) : child.cloneNode();
    if (part) copy.append(part);
  }
  return copy;
}

/** Many programs do not know lines whose width does not scale: their width is written in the units of the drawing. */
function setStroke(copy: Element, style: CSSStyleDeclaration, original: SVGGraphicsElement): void {
  const matrix = style.vectorEffect === 'non-scaling-stroke' ? original.getScreenCTM() : null;
  const scale = matrix ? Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c)) : 1;
  const scaled = (lengths: string) => lengths.replace(/[\d.]+(px)?/g, (length) => rounded(parseFloat(length) / scale));
  copy.setAttribute('stroke-width', scaled(style.strokeWidth));
  if (style.strokeDasharray !== 'none') copy.setAttribute('stroke-dasharray', scaled(style.strokeDasharray));
}

function rounded(length: number): string {
  return String(Math.round(length * 1000) / 1000);
}

/** The colour of one of our own properties in the scheme that is shown, as a colour that every program reads. */
function resolved(property: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(${property})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function wrapped(text: string, width: number, font: string): string[] {
  const context = document.createElement('canvas').getContext('2d')!;
  context.font = font;
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && context.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function element(name: 'svg' | 'rect' | 'text', attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(NAMESPACE, name);
  setAttributes(made, attributes);
  return made;
}

function setAttributes(target: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) target.setAttribute(name, String(value));
}
