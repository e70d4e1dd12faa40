// How much fits into blocks. By themselves, so that the dashboard can have them without the schemas.
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
