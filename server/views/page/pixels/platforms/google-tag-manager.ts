import type { PlatformView } from '../platform-view.ts';

const tagManagerMark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">' +
  '<path d="M10.9 1.6 1.6 10.9a1.6 1.6 0 0 0 0 2.2l4.6 4.6L13.9 10l-2.7-2.7 2.9-2.9-2.1-2.8a1.6 1.6 0 0 0-1.1 0Z" ' +
  'opacity=".75"/>' +
  '<path d="m14.6 3.1 7.8 7.8a1.6 1.6 0 0 1 0 2.2l-9.3 9.3a1.6 1.6 0 0 1-2.2 0l-3.3-3.3 7.4-7.1-3-3 2.6-5.9Z"/></svg>';

export const googleTagManager: PlatformView = {
  template: {
    name: 'Google Tag Manager',
    color: '#246fdb',
    svg: tagManagerMark,
    class: 'pixel-mark pixel-mark-square',
    template: `<!-- Google Tag Manager -->
<script>(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({'gtm.start':
new Date().getTime(),event:'gtm.js'});var f=d.getElementsByTagName(s)[0],
j=d.createElement(s),dl=l!='dataLayer'?'&l='+l:'';j.async=true;j.src=
'https://www.googletagmanager.com/gtm.js?id='+i+dl;f.parentNode.insertBefore(j,f);
})(window,document,'script','dataLayer','{pixel}');</script>
<!-- End Google Tag Manager -->
<!-- Google Tag Manager (noscript) -->
<noscript><iframe src="https://www.googletagmanager.com/ns.html?id={pixel}"
height="0" width="0" style="display:none;visibility:hidden"></iframe></noscript>
<!-- End Google Tag Manager (noscript) -->`,
  },
  vendor: {
    name: 'Google Tag Manager',
    script: ['https://www.googletagmanager.com'],
    img: ['https:'],
    connect: ['https:'],
    frame: ['https:'],
    isOpenEnded: true,
  },
};
