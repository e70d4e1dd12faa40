// Generated from docs/openapi.json by generate.ts: change the document, then run "npm run client".
import type { CallOptions, CreationOptions, PageOf, Transport } from './transport.ts';

export interface ErrorAnswer {
  status: false;
  /** One plain sentence */
  response: string;
  code:
    | 'malformed'
    | 'unauthenticated'
    | 'forbidden'
    | 'not_found'
    | 'method_not_allowed'
    | 'timeout'
    | 'too_large'
    | 'unsupported_media_type'
    | 'invalid'
    | 'rate_limited'
    | 'internal'
    | 'unavailable';
  /** What is wrong with each field; with `invalid` only */
  errors?: Record<string, string[]>;
}

export interface Seo {
  enable: '0' | '1';
  block_engine: '0' | '1';
  page_name: string;
  page_description: string;
  opengraph_image: string;
}

export interface Social {
  email: string | null;
  whatsapp: string | null;
  facebook: string | null;
  instagram: string | null;
  twitter: string | null;
  youtube: string | null;
}

export interface Customize {
  font: string;
  theme: string;
  /** Hex colour */
  button_background_color: string;
  /** Hex colour */
  button_text_color: string;
  /** Hex colour */
  texts_color: string;
  radius: 'square' | 'soft' | 'round' | 'pill';
  bio_align: 'left' | 'center' | 'right';
}

export interface Background {
  type: ('solid' | 'gradient' | 'image' | 'video') | null;
  settings: {
    video: {
      source: 'upload' | 'external';
      external_url: string | null;
      video: string;
    };
    image: {
      source: 'upload' | 'external';
      external_url: string | null;
      image: string;
    };
    solid: {
      /** Hex colour */
      color: string;
    };
    gradient: {
      /** Hex colour */
      color_1: string;
      /** Hex colour */
      color_2: string;
      animate: '0' | '1';
    };
  };
}

export interface Profile {
  /** Unique in the installation */
  id: number;
  email: string;
  name: string;
  bio: string;
  username: string;
  avatar: string;
  plan_name: string;
  plan_due: string;
  is_active: 0 | 1;
  seo: Seo;
  social: Social;
  customize: Customize;
  background: Background;
  lastActivity: string;
  lastAgent: string;
  lastCountry: string;
  total_login: number;
}

export interface BlockItem {
  /** Unique in the installation */
  id: number;
  /** Unique in the installation */
  block_id: number;
  thumbnail: string;
  is_element: 0 | 1;
  element: Record<string, unknown> | null;
  link: string | null;
  content: {
    caption: string | null;
    alt?: string | null;
  };
  settings: Record<string, unknown> | null;
  position: number;
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
  /** ISO 8601, UTC, six fractional digits */
  updated_at: string;
}

export interface Block {
  /** Unique in the installation */
  id: number;
  /** The owner's account id */
  user: number;
  block:
    | 'links'
    | 'heading'
    | 'text'
    | 'image'
    | 'gallery'
    | 'video'
    | 'music'
    | 'faq'
    | 'signup'
    | 'contact_form'
    | 'countdown'
    | 'file'
    | 'contact_card'
    | 'map'
    | 'divider'
    | 'social';
  name: string | null;
  subheading: string | null;
  blocks: {
    content: unknown;
  } | null;
  settings: Record<string, unknown> | null;
  position: number;
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
  /** ISO 8601, UTC, six fractional digits */
  updated_at: string;
  items: BlockItem[];
}

export interface Meta {
  current_page: number;
  first_page_url: string;
  from: number;
  last_page: number;
  last_page_url: string;
  next_page_url: string | null;
  path: string;
  per_page: number;
  prev_page_url: string | null;
  to: number;
  total: number;
}

export interface FormEntry {
  /** Unique in the installation */
  id: number;
  /** The owner's account id */
  user: number;
  /** Unique in the installation */
  block_id: number;
  /** The type of the block that it was sent by */
  kind: 'signup' | 'contact_form';
  /** What was typed, by the names of the form's fields; what was left empty is not there */
  values: Record<string, string>;
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
}

export interface PlanRecord {
  /** Unique in the installation */
  id: number;
  /** The owner's account id */
  user: number;
  name: string;
  plan: string;
  plan_name: string;
  duration: 'month' | 'year' | 'once';
  email: string;
  ref: string;
  currency: string;
  /** In the currency's main unit */
  price: number;
  gateway: 'manual' | 'stripe';
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
  updated_at: string | null;
}

export interface Live {
  /** The most recent ones; insight counts them all */
  visitors: {
    /** The owner's account id */
    user: number;
    ip: string;
    tracking: {
      country: {
        iso: string;
        name: string;
        city: string;
      };
      agent: {
        browser: string;
        os: string;
      };
    };
    /** Seconds since 1970 */
    last_activity: number;
  }[];
  insight: {
    countries: Record<
      string,
      {
        unique: number;
        name: string;
      }
    >;
    cities: Record<
      string,
      {
        unique: number;
        name: string;
        iso: string;
      }
    >;
    devices: Record<
      string,
      {
        unique: number;
        name: string;
      }
    >;
    browsers: Record<
      string,
      {
        unique: number;
        name: string;
      }
    >;
    getviews: {
      unique: number;
    };
  };
}

export interface Clicks {
  links: Record<
    string,
    {
      visits: number;
      unique: number;
      link: string;
    }
  >;
  insight: {
    visits: number;
    unique: number;
  };
}

export interface Breakdown {
  countries: Record<
    string,
    {
      visits: number;
      unique: number;
      name: string;
    }
  >;
  cities: Record<
    string,
    {
      visits: number;
      unique: number;
      name: string;
      iso: string;
    }
  >;
  devices: Record<
    string,
    {
      visits: number;
      unique: number;
      name: string;
    }
  >;
  browsers: Record<
    string,
    {
      visits: number;
      unique: number;
      name: string;
    }
  >;
  getviews: {
    visits: number;
    unique: number;
  };
}

export interface Pixel {
  /** Unique in the installation */
  id: number;
  /** The owner's account id */
  user: number;
  name: string;
  status: 0 | 1;
  pixel_id: string;
  pixel_type: 'facebook' | 'twitter' | 'google_analytics' | 'google_tag_manager' | 'quora' | 'pinterest';
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
  /** ISO 8601, UTC, six fractional digits */
  updated_at: string;
}

export interface PixelSaved {
  /** Unique in the installation */
  id: number;
  message: string;
}

export interface PixelTemplate {
  name: string;
  /** Hex colour */
  color: string;
  /** Icon CSS class names */
  icon?: string;
  /** Inline vector markup */
  svg?: string;
  /** Layout CSS classes, beside svg */
  class?: string;
  /** The snippet, with {pixel} where the tracker id goes */
  template: string;
}

export interface Activity {
  /** Unique in the installation */
  id: number;
  /** The owner's account id */
  user: number;
  type: string;
  message: string;
  ip: string;
  os: string;
  browser: string;
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
  /** ISO 8601, UTC, six fractional digits */
  updated_at: string;
}

export interface ListBlocksQuery {
  /** The page to return; 1 where none is given */
  page?: number;
  /** How many records a page holds; 10 where none is given */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
}

export interface ListBlockEntriesQuery {
  /** The page to return; 1 where none is given */
  page?: number;
  /** How many records a page holds; 10 where none is given */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
}

export interface ListPlanHistoryQuery {
  /** The page to return; 1 where none is given */
  page?: number;
  /** How many records a page holds; 10 where none is given */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
}

export interface ListPixelsQuery {
  /** The page to return; 1 where none is given */
  page?: number;
  /** How many records a page holds; 10 where none is given */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
}

export interface CreatePixelFields {
  /** Display name */
  name: string;
  /** The platform; the record exposes it as pixel_type */
  type: 'facebook' | 'twitter' | 'google_analytics' | 'google_tag_manager' | 'quora' | 'pinterest';
  /** The platform's tracker identifier */
  pixel_id: string;
  /** 1: on the page; 0: kept, but not on the page. A creation without it takes 1 */
  status?: 0 | 1;
}

export interface GetPixelTemplatesAnswer {
  facebook: PixelTemplate;
  twitter: PixelTemplate;
  google_analytics: PixelTemplate;
  google_tag_manager: PixelTemplate;
  quora: PixelTemplate;
  pinterest: PixelTemplate;
}

export interface EditPixelFields {
  /** Display name */
  name?: string;
  /** The platform; the record exposes it as pixel_type */
  type?: 'facebook' | 'twitter' | 'google_analytics' | 'google_tag_manager' | 'quora' | 'pinterest';
  /** The platform's tracker identifier */
  pixel_id?: string;
  /** 1: on the page; 0: kept, but not on the page. A creation without it takes 1 */
  status?: 0 | 1;
}

export interface ListActivitiesQuery {
  /** The page to return; 1 where none is given */
  page?: number;
  /** How many records a page holds; 10 where none is given */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
  /** Only activities of this type; an unknown one gives an empty listing, an empty one all */
  type?: string;
}

export function operationsOn(api: Transport) {
  return {
    user: {
      /**
       * The account profile. The profile of the account that the key belongs to. The one answer without
       * `status`.
       */
      get: (options?: CallOptions): Promise<Profile> => api.one({ method: 'GET', path: '/api/v1/user' }, options),
    },
    blocks: {
      /**
       * The blocks of the page. Ordered by `position`, then `id`, each with its items in the order of its
       * own list.
       */
      list: (query: ListBlocksQuery = {}, options?: CallOptions): Promise<PageOf<Block>> =>
        api.page({ method: 'GET', path: '/api/v1/blocks', query }, options),
      /** The blocks of the page. Page after page. */
      pages: (query: ListBlocksQuery = {}, options?: CallOptions): AsyncGenerator<PageOf<Block>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/blocks', query }, options),
      /** The blocks of the page. One by one, over all pages. */
      each: (query: ListBlocksQuery = {}, options?: CallOptions): AsyncGenerator<Block, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/blocks', query }, options),
      /** One block with its items. */
      get: (blockId: number, options?: CallOptions): Promise<Block> =>
        api.one({ method: 'GET', path: '/api/v1/blocks/{block_id}', at: { block_id: blockId } }, options),
      /**
       * What visitors sent by a form. Newest first. A block that is no form has none. With `Accept:
       * text/csv` all of them come as one file: UTF-8 with a byte order mark, a column for each field, and
       * an apostrophe before whatever a spreadsheet would take for a formula.
       */
      listEntries: (
        blockId: number,
        query: ListBlockEntriesQuery = {},
        options?: CallOptions,
      ): Promise<PageOf<FormEntry>> =>
        api.page(
          { method: 'GET', path: '/api/v1/blocks/{block_id}/entries', at: { block_id: blockId }, query },
          options,
        ),
      /** What visitors sent by a form. Page after page. */
      pagesOfEntries: (
        blockId: number,
        query: ListBlockEntriesQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<PageOf<FormEntry>, void, undefined> =>
        api.pages(
          { method: 'GET', path: '/api/v1/blocks/{block_id}/entries', at: { block_id: blockId }, query },
          options,
        ),
      /** What visitors sent by a form. One by one, over all pages. */
      eachEntry: (
        blockId: number,
        query: ListBlockEntriesQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<FormEntry, void, undefined> =>
        api.each(
          { method: 'GET', path: '/api/v1/blocks/{block_id}/entries', at: { block_id: blockId }, query },
          options,
        ),
      /** Delete what a visitor sent by a form. */
      deleteEntry: (blockId: number, entryId: number, options?: CallOptions): Promise<string> =>
        api.one(
          {
            method: 'POST',
            path: '/api/v1/blocks/{block_id}/entries/{entry_id}/delete',
            at: { block_id: blockId, entry_id: entryId },
          },
          options,
        ),
    },
    planHistory: {
      /** What was bought or granted. Newest first. `price` is in the main unit of `currency`. */
      list: (query: ListPlanHistoryQuery = {}, options?: CallOptions): Promise<PageOf<PlanRecord>> =>
        api.page({ method: 'GET', path: '/api/v1/plan-history', query }, options),
      /** What was bought or granted. Page after page. */
      pages: (
        query: ListPlanHistoryQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<PageOf<PlanRecord>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/plan-history', query }, options),
      /** What was bought or granted. One by one, over all pages. */
      each: (query: ListPlanHistoryQuery = {}, options?: CallOptions): AsyncGenerator<PlanRecord, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/plan-history', query }, options),
    },
    analytics: {
      /**
       * Who is on the page now. A visitor whose page sends its pulse is live until 60 seconds after the last
       * one, one without JavaScript for five minutes after its last request.
       */
      getLiveVisitors: (options?: CallOptions): Promise<Live> =>
        api.one({ method: 'GET', path: '/api/v1/analytics/live' }, options),
      /**
       * Clicks by link. Every link that has a slug, those never clicked with zeros, and deleted ones as long
       * as they have counts. `insight.unique` counts a visitor once a day however many links it followed.
       */
      getClicks: (options?: CallOptions): Promise<Clicks> =>
        api.one({ method: 'GET', path: '/api/v1/analytics/clicks' }, options),
      /** Clicks on one link, broken down. */
      getLinkClicks: (slug: string, options?: CallOptions): Promise<Breakdown> =>
        api.one({ method: 'GET', path: '/api/v1/analytics/clicks/{slug}', at: { slug } }, options),
      /**
       * Page views, broken down. All that was ever recorded. A visitor is unique once per UTC day. The sum
       * over any breakdown is `getviews`.
       */
      getViews: (options?: CallOptions): Promise<Breakdown> =>
        api.one({ method: 'GET', path: '/api/v1/analytics/views' }, options),
    },
    pixels: {
      /** The tracking pixels. Ordered by `id`. */
      list: (query: ListPixelsQuery = {}, options?: CallOptions): Promise<PageOf<Pixel>> =>
        api.page({ method: 'GET', path: '/api/v1/pixels', query }, options),
      /** The tracking pixels. Page after page. */
      pages: (query: ListPixelsQuery = {}, options?: CallOptions): AsyncGenerator<PageOf<Pixel>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/pixels', query }, options),
      /** The tracking pixels. One by one, over all pages. */
      each: (query: ListPixelsQuery = {}, options?: CallOptions): AsyncGenerator<Pixel, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/pixels', query }, options),
      /**
       * Add a pixel. With an `Idempotency-Key` header the same request, sent again within 24 hours, creates
       * nothing and gets the first answer.
       */
      create: (fields: CreatePixelFields, options?: CreationOptions): Promise<PixelSaved> =>
        api.one({ method: 'POST', path: '/api/v1/pixels', json: fields, once: true }, options),
      /** The six platforms' snippets. Each with the literal `{pixel}` where the tracker id goes. */
      getTemplates: (options?: CallOptions): Promise<GetPixelTemplatesAnswer> =>
        api.one({ method: 'GET', path: '/api/v1/pixels/template' }, options),
      /** One pixel. */
      get: (id: number, options?: CallOptions): Promise<Pixel> =>
        api.one({ method: 'GET', path: '/api/v1/pixels/{id}', at: { id } }, options),
      /** Change a pixel. What is not sent stays as it is. */
      edit: (id: number, fields: EditPixelFields, options?: CallOptions): Promise<PixelSaved> =>
        api.one({ method: 'POST', path: '/api/v1/pixels/{id}', at: { id }, json: fields }, options),
      /** Delete a pixel. */
      delete: (id: number, options?: CallOptions): Promise<string> =>
        api.one({ method: 'POST', path: '/api/v1/pixels/{id}/delete', at: { id } }, options),
    },
    activities: {
      /**
       * What happened to the account. Newest first. `meta` counts the filtered set, and its page URLs keep
       * the filter.
       */
      list: (query: ListActivitiesQuery = {}, options?: CallOptions): Promise<PageOf<Activity>> =>
        api.page({ method: 'GET', path: '/api/v1/activities', query }, options),
      /** What happened to the account. Page after page. */
      pages: (
        query: ListActivitiesQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<PageOf<Activity>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/activities', query }, options),
      /** What happened to the account. One by one, over all pages. */
      each: (query: ListActivitiesQuery = {}, options?: CallOptions): AsyncGenerator<Activity, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/activities', query }, options),
    },
  };
}
