filedesc://a.arc 0.0.0.0 20240305100000 text/plain 14
1 0 made
URL x

https://a.example/ 1.2.3.4 20240305100000 text/html 89
HTTP/1.1 200 OK
Content-Type: text/html; charset=utf-8
X-Robots-Tag: noai

<p>One</p>
https://b.example/a b 1.2.3.4 20240305100000 text/html 5
hello
