import type { PlatformView } from '../platform-view.ts';

export const quora: PlatformView = {
  template: {
    name: 'Quora',
    color: '#b92b27',
    icon: 'fa-brands fa-quora',
    template: `<!-- Quora Pixel Code (JS Helper) -->
<script>
!function(q,e,v,n,t,s){if(q.qp) return; n=q.qp=function(){n.qp?n.qp.apply(n,arguments):n.queue.push(arguments);}; n.queue=[];t=document.createElement(e);t.async=!0;t.src=v; s=document.getElementsByTagName(e)[0]; s.parentNode.insertBefore(t,s);}(window, 'script', 'https://a.quora.com/qevents.js');
qp('init', '{pixel}');
qp('track', 'ViewContent');
</script>
<noscript><img height="1" width="1" style="display:none" src="https://q.quora.com/_/ad/{pixel}/pixel?tag=ViewContent&noscript=1"/></noscript>
<!-- End of Quora Pixel Code -->`,
  },
  vendor: {
    name: 'Quora Pixel',
    script: ['https://a.quora.com'],
    img: ['https://q.quora.com'],
    connect: ['https://q.quora.com'],
  },
};
