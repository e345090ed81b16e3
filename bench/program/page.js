document.querySelectorAll('table').forEach(function(t){var b=t.tBodies[0];if(!b||b.rows.length<3)return;
function v(r,i){var s=r.cells[i]?r.cells[i].textContent.trim():'',x=parseFloat(s);return isNaN(x)?s:x}
Array.from(t.tHead.rows[0].cells).forEach(function(h,i){h.style.cursor='pointer';h.title='sort';h.tabIndex=0;
h.onkeydown=function(e){if(e.key=='Enter')h.onclick()};
h.onclick=function(){var d=h.dataset.way=='up'?-1:1;
t.querySelectorAll('th').forEach(function(o){delete o.dataset.way});h.dataset.way=d>0?'up':'down';
Array.from(b.rows).sort(function(p,q){var x=v(p,i),y=v(q,i),n=typeof x=='number',m=typeof y=='number';
return n!=m?(n?-1:1):d*(x<y?-1:x>y?1:0)}).forEach(function(r){b.appendChild(r)})}});
if(b.rows.length<8)return;var f=document.createElement('input');f.placeholder='only rows with …';
f.setAttribute('aria-label','filter rows');f.oninput=function(){var w=f.value.toLowerCase().split(/ +/);
Array.from(b.rows).forEach(function(r){var s=r.textContent.toLowerCase();
r.hidden=!w.every(function(x){return s.includes(x)})})};t.parentNode.before(f)});
