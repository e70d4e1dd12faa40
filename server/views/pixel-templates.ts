// The snippets of the six platforms as documented, with {pixel} as the placeholder for the tracker id. They are
// verbatim, so that the vendor's own checker recognises them on the page. `icon` has class names of a common icon font;
// if that font has no icon for the platform, `svg` draws one.

import type { PixelTemplate } from '../../contract/schemas/pixels.ts';
import type { PixelType } from '../../contract/vocabulary.ts';

const facebook = `<!-- Meta Pixel Code -->
<script>
!function(f,b,e,v,n,t,s)
{if(f.fbq)return;n=f.fbq=function(){n.callMethod?
n.callMethod.apply(n,arguments):n.queue.push(arguments)};
if(!f._fbq)f._fbq=n;n.push=n;n.loaded=!0;n.version='2.0';
n.queue=[];t=b.createElement(e);t.async=!0;
t.src=v;s=b.getElementsByTagName(e)[0];
s.parentNode.insertBefore(t,s)}(window, document,'script',
'https://connect.facebook.net/en_US/fbevents.js');
fbq('init', '{pixel}');
fbq('track', 'PageView');
</script>
<noscript><img height="1" width="1" style="display:none"
src="https://www.facebook.com/tr?id={pixel}&ev=PageView&noscript=1"
/></noscript>
<!-- End Meta Pixel Code -->`;

const twitter = `<!-- X conversion tracking base code -->
<script>
!function(e,t,n,s,u,a){e.twq||(s=e.twq=function(){s.exe?s.exe.apply(s,arguments):s.queue.push(arguments);
},s.version='1.1',s.queue=[],u=t.createElement(n),u.async=!0,u.src='https://static.ads-twitter.com/uwt.js',
a=t.getElementsByTagName(n)[0],a.parentNode.insertBefore(u,a))}(window,document,'script');
twq('config','{pixel}');
</script>
<!-- End X conversion tracking base code -->`;

const googleAnalytics = `<!-- Google tag (gtag.js) -->
<script async src="https://www.googletagmanager.com/gtag/js?id={pixel}"></script>
<script>
  window.dataLayer = window.dataLayer || [];
  function gtag(){dataLayer.push(arguments);}
  gtag('js', new Date());

  gtag('config', '{pixel}');
</script>`;

const googleTagManager = `<!-- Google Tag Manager -->
<script>(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({'gtm.start':
new Date().getTime(),event:'gtm.js'});var f=d.getElementsByTagName(s)[0],
j=d.createElement(s),dl=l!='dataLayer'?'&l='+l:'';j.async=true;j.src=
'https://www.googletagmanager.com/gtm.js?id='+i+dl;f.parentNode.insertBefore(j,f);
})(window,document,'script','dataLayer','{pixel}');</script>
<!-- End Google Tag Manager -->
<!-- Google Tag Manager (noscript) -->
<noscript><iframe src="https://www.googletagmanager.com/ns.html?id={pixel}"
height="0" width="0" style="display:none;visibility:hidden"></iframe></noscript>
<!-- End Google Tag Manager (noscript) -->`;

const quora = `<!-- Quora Pixel Code (JS Helper) -->
<script>
!function(q,e,v,n,t,s){if(q.qp) return; n=q.qp=function(){n.qp?n.qp.apply(n,arguments):n.queue.push(arguments);}; n.queue=[];t=document.createElement(e);t.async=!0;t.src=v; s=document.getElementsByTagName(e)[0]; s.parentNode.insertBefore(t,s);}(window, 'script', 'https://a.quora.com/qevents.js');
qp('init', '{pixel}');
qp('track', 'ViewContent');
</script>
<noscript><img height="1" width="1" style="display:none" src="https://q.quora.com/_/ad/{pixel}/pixel?tag=ViewContent&noscript=1"/></noscript>
<!-- End of Quora Pixel Code -->`;

const pinterest = `<!-- Pinterest Tag -->
<script>
!function(e){if(!window.pintrk){window.pintrk = function () {
window.pintrk.queue.push(Array.prototype.slice.call(arguments))};var
  n=window.pintrk;n.queue=[],n.version="3.0";var
  t=document.createElement("script");t.async=!0,t.src=e;var
  r=document.getElementsByTagName("script")[0];
  r.parentNode.insertBefore(t,r)}}("https://s.pinimg.com/ct/core.js");
pintrk('load', '{pixel}');
pintrk('page');
</script>
<noscript>
<img height="1" width="1" style="display:none;" alt=""
  src="https://ct.pinterest.com/v3/?event=init&tid={pixel}&noscript=1" />
</noscript>
<!-- end Pinterest Tag -->`;

const analyticsMark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">' +
  '<rect x="16" y="3" width="5" height="18" rx="2.5"/>' +
  '<rect x="9.5" y="9" width="5" height="12" rx="2.5" opacity=".75"/>' +
  '<circle cx="5.5" cy="18.5" r="2.5" opacity=".75"/></svg>';

const tagManagerMark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">' +
  '<path d="M10.9 1.6 1.6 10.9a1.6 1.6 0 0 0 0 2.2l4.6 4.6L13.9 10l-2.7-2.7 2.9-2.9-2.1-2.8a1.6 1.6 0 0 0-1.1 0Z" ' +
  'opacity=".75"/>' +
  '<path d="m14.6 3.1 7.8 7.8a1.6 1.6 0 0 1 0 2.2l-9.3 9.3a1.6 1.6 0 0 1-2.2 0l-3.3-3.3 7.4-7.1-3-3 2.6-5.9Z"/></svg>';

export const pixelTemplates: Record<PixelType, PixelTemplate> = {
  facebook: { name: 'Facebook', color: '#1877f2', icon: 'fa-brands fa-facebook-f', template: facebook },
  twitter: { name: 'Twitter', color: '#0f1419', icon: 'fa-brands fa-x-twitter', template: twitter },
  google_analytics: {
    name: 'Google Analytics',
    color: '#e37400',
    svg: analyticsMark,
    class: 'pixel-mark pixel-mark-square',
    template: googleAnalytics,
  },
  google_tag_manager: {
    name: 'Google Tag Manager',
    color: '#246fdb',
    svg: tagManagerMark,
    class: 'pixel-mark pixel-mark-square',
    template: googleTagManager,
  },
  quora: { name: 'Quora', color: '#b92b27', icon: 'fa-brands fa-quora', template: quora },
  pinterest: { name: 'Pinterest', color: '#e60023', icon: 'fa-brands fa-pinterest-p', template: pinterest },
};
