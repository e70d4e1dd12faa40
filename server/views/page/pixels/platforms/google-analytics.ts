import type { PlatformView } from '../platform-view.ts';

const google = ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com'];

const analyticsMark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">' +
  '<rect x="16" y="3" width="5" height="18" rx="2.5"/>' +
  '<rect x="9.5" y="9" width="5" height="12" rx="2.5" opacity=".75"/>' +
  '<circle cx="5.5" cy="18.5" r="2.5" opacity=".75"/></svg>';

export const googleAnalytics: PlatformView = {
  template: {
    name: 'Google Analytics',
    color: '#e37400',
    svg: analyticsMark,
    class: 'pixel-mark pixel-mark-square',
    template: `<!-- Google tag (gtag.js) -->
<script async src="https://www.googletagmanager.com/gtag/js?id={pixel}"></script>
<script>
  window.dataLayer = window.dataLayer || [];
  function gtag(){dataLayer.push(arguments);}
  gtag('js', new Date());

  gtag('config', '{pixel}');
</script>`,
  },
  vendor: {
    name: 'Google Analytics',
    script: ['https://*.googletagmanager.com'],
    img: google,
    connect: google,
  },
};
