// What a hostile pixel does. It is text, because it runs on the pages' origin. Each attack resolves to what it could
// read of the dashboard; nothing, if it could not.
export interface Target {
  /** The dashboard's origin. */
  dashboard: string;
  /** Of every operation of the API. */
  requests: readonly { method: string; path: string; json: string | undefined }[];
  /** A link of the page that leads to the dashboard's API. */
  redirect: string;
}

export const hostilePixel = `
globalThis.hostile = (() => {
  const api = ({ dashboard }, path) => dashboard + '/api/v1' + path;
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const settled = (target, add) =>
    new Promise((resolve) => {
      target.onload = target.onerror = () => resolve();
      add();
      setTimeout(resolve, 1500);
    });

  /** Until another page is in the window, or none that this one can reach. */
  async function hasLeft(opened) {
    const deadline = performance.now() + 20000;
    try {
      while (!opened.closed && opened.document.URL === 'about:blank') {
        if (performance.now() > deadline) throw new Error('Nothing was loaded in the window');
        await wait(50);
      }
    } catch (error) {
      if (error.name !== 'SecurityError') throw error;
    }
    await wait(500);
  }

  async function readFrom(address, init) {
    const answer = await fetch(address, { credentials: 'include', cache: 'no-store', ...init }).catch(() => undefined);
    const text = await answer?.text().catch(() => '');
    return answer && (answer.type !== 'opaque' || text) ? [address + ' ' + answer.status + ' ' + text] : [];
  }
  async function readBy(target, options, requests = target.requests) {
    const read = [];
    for (const { method, path, json } of requests) {
      const init = options(method, json);
      if (init) read.push(...(await readFrom(api(target, path), init)));
    }
    return read;
  }
  // The browser refuses these before the API sees which operation it is.
  const some = ({ requests }) => requests.filter((request, index) => index % 5 === 0);
  /** As the dashboard marks its own requests. */
  const marked = { 'Fingerpost-Dashboard': '1' };
  const withBody = (type) => (method, json) =>
    method === 'GET' ? undefined : { method, headers: { 'Content-Type': type }, body: json ?? '{}' };
  const simple = (type) => (method, json) =>
    method === 'POST' ? { method, mode: 'no-cors', headers: { 'Content-Type': type }, body: json ?? '{}' } : undefined;

  return {
    reads: (target) => readBy(target, (method) => (method === 'GET' ? { method } : undefined)),
    opaqueReads: (target) => readBy(target, (method) => (method === 'GET' ? { method, mode: 'no-cors' } : undefined)),
    preflightedReads: (target) =>
      readBy(target, (method) => (method === 'GET' ? { method, headers: { 'X-Requested-With': 'pixel' } } : undefined), some(target)),
    markedReads: (target) => readBy(target, (method) => (method === 'GET' ? { method, headers: marked } : undefined), some(target)),
    // From the page's own origin, which redirects to the dashboard.
    redirectedReads: (target) =>
      readFrom(target.redirect, { headers: marked }),
    preflightedWrites: (target) => readBy(target, withBody('application/json'), some(target)),
    simpleWrites: async (target) => [
      ...(await readBy(target, simple('text/plain'))),
      ...(await readBy(target, simple('application/x-www-form-urlencoded'))),
      ...(await readBy(target, (method, json) => method === 'POST' ? { method, mode: 'no-cors' } : undefined)),
      ...(await readBy(target, (method) => {
        const body = new FormData();
        body.append('bio', 'Taken over');
        body.append('file', new Blob(['taken over']), 'taken.txt');
        return method === 'POST' ? { method, body } : undefined;
      })),
    ],

    async beacons(target) {
      for (const { method, path, json } of target.requests) if (method === 'POST') navigator.sendBeacon(api(target, path), json ?? '{}');
      return [];
    },

    async forms(target) {
      const read = [];
      for (const path of ['/user/profile', '/account/delete', '/auth/sign-out'])
        for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
          const frame = document.createElement('iframe');
          frame.name = 'target' + Math.random();
          document.body.append(frame);
          const form = document.createElement('form');
          Object.assign(form, { method: 'POST', action: api(target, path), enctype, target: frame.name });
          const field = document.createElement('input');
          Object.assign(field, { name: enctype === 'text/plain' ? '{"bio":"Taken over","x":"' : 'bio', value: 'Taken over"}' });
          form.append(field);
          document.body.append(form);
          await settled(frame, () => form.submit());
          try {
            const text = frame.contentDocument?.body.textContent;
            if (text) read.push(path + ' ' + text);
          } catch {}
        }
      return read;
    },

    async frames(target) {
      const read = [];
      for (const address of ['/', '/api/v1/user', '/api/v1/openapi.json']) {
        const frame = document.createElement('iframe');
        frame.src = target.dashboard + address;
        await settled(frame, () => document.body.append(frame));
        try {
          const text = frame.contentDocument?.body.textContent;
          if (text) read.push(address + ' ' + text);
        } catch {}
        if (frame.contentWindow.length > 0) read.push(address + ' has frames');
      }
      return read;
    },

    async windows(target) {
      const read = [];
      for (const address of ['/', '/api/v1/user']) {
        const opened = window.open(target.dashboard + address);
        if (!opened) throw new Error('The window was not opened');
        await hasLeft(opened);
        try {
          read.push(address + ' ' + opened.document.body.textContent);
        } catch {}
        try {
          if (opened.length > 0) read.push(address + ' has frames');
          if (!opened.closed && !address.startsWith('/api')) read.push(address + ' stays connected to its opener');
          opened.postMessage({ type: 'sign-out' }, '*');
        } catch {}
        opened.close();
      }
      return read;
    },

    async elements(target) {
      const read = [];
      for (const [tag, name] of [['script', 'src'], ['img', 'src'], ['embed', 'src'], ['object', 'data'], ['video', 'src'], ['link', 'href']])
        for (const path of ['/user', '/keys']) {
          const element = document.createElement(tag);
          element.crossOrigin = 'use-credentials';
          if (tag === 'link') element.rel = 'stylesheet';
          element[name] = api(target, path);
          await settled(element, () => document.body.append(element));
          try {
            if (element.sheet?.cssRules?.length || element.naturalWidth || element.duration) read.push(tag + ' ' + path);
          } catch {}
        }
      const imported = await import(api(target, '/user')).catch(() => undefined);
      if (imported) read.push('import /user');
      const events = new EventSource(api(target, '/user'), { withCredentials: true });
      await settled(events, () => {});
      if (events.readyState === 1) read.push('EventSource');
      events.close();
      return read;
    },
  };
})();
`;
