// The limits of blocks, apart from their shapes: the dashboard needs them without a schema library.
export const blockLimits = {
  blocks: 100,
  items: 100,
  name: 100,
  subheading: 300,
  caption: 200,
  alt: 300,
  text: 5000,
  url: 2048,
  label: 100,
  answer: 2000,
  formFields: 10,
  email: 254,
  phone: 40,
  slug: 60,
} as const;
