// A small OpenAPI document with every feature that the reference shows, and some hostile content.

export const hostile = `"><script>alert('x')</script><img src=x onerror=alert(1)>&amp;{{x}}`;

const Failure = {
  type: 'object',
  required: ['status', 'response', 'code'],
  properties: {
    status: { const: false },
    response: { type: 'string' },
    code: { enum: ['not_found', 'invalid'] },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
};

const Place = {
  type: 'object',
  required: ['id', 'kind', 'closed_at', 'owner', 'visits', 'tags', 'settings'],
  properties: {
    id: { type: 'integer', minimum: 1, description: 'Unique in the **whole** installation' },
    kind: { enum: ['inn', 'bridge', 'ford'] },
    closed_at: {
      anyOf: [{ type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' }, { type: 'null' }],
    },
    owner: {
      type: 'object',
      required: ['address'],
      properties: {
        address: {
          type: 'object',
          required: ['street'],
          properties: { street: { type: 'string', maxLength: 80 }, zip: { type: 'string' } },
        },
      },
    },
    visits: {
      type: 'object',
      patternProperties: {
        '^.*$': { type: 'object', required: ['unique'], properties: { unique: { type: 'integer', minimum: 0 } } },
      },
    },
    tags: { type: 'array', items: { type: 'string' } },
    settings: { anyOf: [{ type: 'object', additionalProperties: {} }, { type: 'null' }] },
    above: { $ref: '#/components/schemas/Place' },
  },
};

const PlaceForm = {
  type: 'object',
  required: ['kind', 'title'],
  properties: {
    kind: { enum: ['inn', 'bridge', 'ford'], description: 'What it is' },
    title: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      'x-rule': 'must be 1 to 100 characters',
    },
    picture: { type: 'string', format: 'binary' },
    nothing: { type: 'null', 'x-rule': 'must be null: a place has no such thing' },
    status: { type: 'integer', minimum: 0, maximum: 1, default: 1 },
  },
};

const envelope = (response: object) => ({
  type: 'object',
  required: ['status', 'response'],
  properties: { status: { const: true }, response },
});

const json = (schema: object, more: object = {}) => ({ content: { 'application/json': { schema, ...more } } });

export const smallDocument = {
  openapi: '3.1.0',
  info: {
    title: 'Milestone API',
    version: '1.2',
    description: `Places along the road, told by \`id\`.

## Authentication

Send a key as \`Authorization: Bearer …\`. It is **yours**.

- one key
- one account, see [the keys](/keys) and [this](javascript:alert(1))

## Errors

| status | code |
|---|---|
| 404 | \`not_found\` |

## Rate limits\ntold in headers on every answer.`,
  },
  tags: [
    { name: 'Places', description: 'Where one may stay.' },
    { name: 'Idempotency', description: 'Send `Idempotency-Key`.\n\n1. first\n2. second' },
    { name: `Odd ${hostile}`, description: hostile },
  ],
  security: [{ key: [] }],
  components: {
    schemas: { Error: Failure, Place, PlaceForm },
    responses: {
      404: { description: '`not_found`: No such place.', ...json({ $ref: '#/components/schemas/Error' }) },
    },
  },
  paths: {
    '/v1/places': {
      get: {
        tags: ['Places'],
        operationId: 'listPlaces',
        summary: 'All places',
        parameters: [
          { in: 'query', name: 'page', schema: { type: 'integer', minimum: 1, description: 'Which page' }, example: 1 },
          { in: 'query', name: 'area', required: true, schema: { type: 'string' }, example: 'Up & down' },
          { in: 'query', name: 'kind', schema: { enum: ['inn', 'ford'] }, example: 'inn' },
        ],
        responses: {
          200: {
            description: 'Success',
            ...json(envelope({ type: 'array', items: { $ref: '#/components/schemas/Place' } })),
          },
        },
      },
      post: {
        tags: ['Places'],
        operationId: 'createPlace',
        summary: 'Add a place',
        description: 'With an `Idempotency-Key`, once.',
        parameters: [{ in: 'header', name: 'Idempotency-Key', schema: { type: 'string', maxLength: 255 } }],
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: { $ref: '#/components/schemas/PlaceForm' },
              example: { kind: 'inn', title: "Ann's inn", picture: 'inn.jpg' },
            },
            'application/x-www-form-urlencoded': { schema: { $ref: '#/components/schemas/PlaceForm' } },
            'application/json': { schema: { $ref: '#/components/schemas/PlaceForm' } },
          },
        },
        responses: {
          200: {
            description: 'Success',
            ...json(envelope({ type: 'object' }), { example: { status: true, response: { id: 4711 } } }),
          },
          422: { description: 'Some values are not valid.', ...json({ $ref: '#/components/schemas/Error' }) },
        },
      },
      put: {
        tags: ['Places'],
        operationId: 'createPlaceWithPut',
        'x-alias-of': 'createPlace',
        summary: 'Add a place',
        responses: { 200: { description: 'Success' } },
      },
    },
    '/v1/places/{id}': {
      parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'integer', minimum: 1 } }],
      get: {
        tags: ['Places'],
        operationId: 'getPlace',
        summary: 'One place',
        responses: {
          200: { description: 'Success', ...json(envelope({ $ref: '#/components/schemas/Place' })) },
          404: { $ref: '#/components/responses/404' },
        },
      },
    },
    '/v1/places/{id}/delete': {
      parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'integer', minimum: 1 }, example: 42 }],
      post: { tags: ['Places'], summary: 'Remove a place', responses: { 200: { description: 'Gone' } } },
    },
    '/v1/open': {
      get: { security: [], summary: 'Untagged and open', responses: { 200: { description: 'Fine' } } },
    },
    [`/v1/${hostile}`]: {
      put: {
        tags: [`Odd ${hostile}`],
        operationId: hostile,
        summary: hostile,
        description: `${hostile}\n\n\`${hostile}\`\n\n- ${hostile}\n\n| ${hostile} |\n|---|\n| ${hostile} |\n\n\`\`\`\n${hostile}\n\`\`\``,
        parameters: [
          {
            in: 'query',
            name: hostile,
            required: true,
            description: hostile,
            schema: { enum: [hostile, '__proto__'] },
            example: hostile,
          },
        ],
        requestBody: {
          description: hostile,
          content: {
            [hostile]: {
              schema: {
                type: 'object',
                required: [hostile, 'constructor'],
                properties: {
                  [hostile]: { type: hostile, description: hostile, 'x-rule': hostile },
                  constructor: { type: 'string' },
                },
              },
              example: { [hostile]: hostile, constructor: 'text' },
            },
          },
        },
        responses: {
          200: {
            description: hostile,
            ...json({ type: 'object' }, { example: { [hostile]: [hostile, null, {}, []] } }),
          },
          400: { description: hostile, ...json({ properties: { code: { const: hostile } } }) },
          [hostile]: { description: hostile },
        },
      },
    },
  },
};
