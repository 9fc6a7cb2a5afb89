package keys

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"encoding/json"
	"os"
	"testing"
)

func TestVectors(t *testing.T) {
	text, err := os.ReadFile("../../../../docs/reference/key-service-vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		Client struct {
			PrivateKey struct{ D string } `json:"private_key"`
		}
		KeyService struct {
			URL       string
			PublicKey struct{ X string } `json:"public_key"`
		} `json:"key_service"`
		Grant  struct{ Token string }
		Unwrap struct {
			File, Op string
			Answer   Sealed
			DataKey  string `json:"data_key"`
		}
		File struct {
			Iv, Object, Tag []byte
			Text            string
		}
	}
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	d, _ := b64url.DecodeString(vectors.Client.PrivateKey.D)
	private, err := ecdh.P256().NewPrivateKey(d)
	if err != nil {
		t.Fatal(err)
	}
	verifier, _ := b64url.DecodeString(vectors.KeyService.PublicKey.X)
	keys := &Keys{vectors.KeyService.URL, private, verifier}
	key, err := keys.opened(vectors.Unwrap.Answer, vectors.Grant.Token, vectors.Unwrap.File, vectors.Unwrap.Op)
	if err != nil || b64url.EncodeToString(key) != vectors.Unwrap.DataKey {
		t.Fatalf("another data key: %v", err)
	}
	block, _ := aes.NewCipher(key)
	gcm, _ := cipher.NewGCM(block)
	contents, err := gcm.Open(nil, vectors.File.Iv, append(vectors.File.Object, vectors.File.Tag...), nil)
	if err != nil || string(contents) != vectors.File.Text {
		t.Fatalf("another file: %v", err)
	}
	if _, err := keys.opened(vectors.Unwrap.Answer, vectors.Grant.Token, vectors.Unwrap.File, "seal"); err == nil {
		t.Fatal("an answer for another purpose was opened")
	}
}
